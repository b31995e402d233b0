/** Where the files of the documentation are: below the folder of the project, or of the package that was installed. */
import path from 'node:path';

export interface SiteFolders {
  /** The pages as Markdown, and their pictures. */
  readonly pages: string;
  /** Scripts and styles, served below `/docs/assets/` as they are. */
  readonly assets: string;
}

export function siteFolders(root: string): SiteFolders {
  return { pages: path.join(root, 'docs'), assets: path.join(root, 'web', 'docs') };
}
