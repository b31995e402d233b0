export async function openSearch() {}
