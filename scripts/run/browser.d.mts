export const findBrowser: () => string | undefined
export const ensureBrowser: (runtime: unknown) => Promise<boolean>
