/** Lets the browser save a file. */
export function saveBlob(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file after this returns.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
