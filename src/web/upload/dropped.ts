import { keepFolder } from './fingerprint.ts'

const contentOf = (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  return new Promise((resolve, reject) => {
    // A reader gives a hundred at a time, and an empty list when there are no more.
    const more = (): void => reader.readEntries((some) => (some.length ? (all.push(...some), more()) : resolve(all)), reject)
    more()
  })
}
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

const filesBelow = async (entry: FileSystemEntry): Promise<File[]> => {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    keepFolder(file, entry.fullPath.split('/').slice(1, -1).join('/'))
    return [file]
  }
  if (!isFolder(entry)) return []
  const all: File[] = []
  for (const one of await contentOf(entry)) all.push(...(await filesBelow(one)))
  return all
}

/** Everything that was dropped, folders with what is in them. */
export const droppedFiles = async (data: DataTransfer): Promise<File[]> => {
  // After the first wait the list of what was dropped is empty.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry())
  const plain = [...data.files]
  const found: File[] = []
  for (const entry of entries) if (entry) found.push(...(await filesBelow(entry)))
  return found.length ? found : plain
}
