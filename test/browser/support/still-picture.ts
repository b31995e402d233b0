import type { Page, PageScreenshotOptions } from 'playwright-core';

/**
 * Takes a picture of a page that has come to rest: whose fonts are there, that waits for nothing, and that looks the same
 * twice. Pages keep a stream open, so there is no moment without requests to wait for. `prepare` is done before each look.
 */
export async function stillPicture(
  page: Page,
  options: PageScreenshotOptions = {},
  prepare: () => Promise<unknown> = async () => {},
): Promise<Buffer> {
  await page.locator('#content, main').first().waitFor();
  await page.locator('.mantine-Skeleton-root, .mantine-Loader-root').first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready');
  for (let before: Buffer | undefined; ; ) {
    await prepare();
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide', ...options });
    if (before?.equals(picture)) return picture;
    before = picture;
    await page.evaluate('new Promise(done => requestIdleCallback(done))');
  }
}
