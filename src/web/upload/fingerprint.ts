const EDGE_BYTES = 4096

/** What was dropped does not say of itself in which folder it lay. */
const folders = new WeakMap<File, string>()
export const keepFolder = (file: File, folder: string): void => void (folder && folders.set(file, folder))
/** The folders above a file, as they were dropped or chosen: `seriesA/T1`. Of a file that was chosen alone a browser tells none. */
export const folderOf = (file: File): string => folders.get(file) ?? file.webkitRelativePath.split('/').slice(0, -1).join('/')

/** 53 bits in two halves of 32 (after cyrb53). The browser's own hashes are not to be had over plain http. */
const digest = (bytes: Uint8Array): string => {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (const byte of bytes) {
    high = Math.imul(high ^ byte, 0x9e3779b1)
    low = Math.imul(low ^ byte, 0x5f356495)
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35)
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}

/** Tells two files of one size apart without reading all of them: pictures of one series differ in their head. */
export const markOf = async (file: File): Promise<string> => {
  const edges = new Blob([file.slice(0, EDGE_BYTES), file.slice(-EDGE_BYTES)])
  return `${file.size}-${digest(new Uint8Array(await edges.arrayBuffer()))}`
}

/** What an upload that was begun is found again by. Name, size and time alone are those of every picture of an exported series. */
export const fingerprintOf = (file: File, target: string, mark: string): string =>
  JSON.stringify(['upload', target, folderOf(file), file.name, file.lastModified, mark])
