const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false
const isFileInput = (target: EventTarget | null): boolean => target instanceof HTMLInputElement && target.type === 'file'

/** A file that is dropped where nothing takes it would be opened in place of the page, and what was typed there lost. */
export const keepPage = (): void => {
  const keep = (event: DragEvent): void => {
    if (event.defaultPrevented || !holdsFiles(event) || isFileInput(event.target)) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
  }
  window.addEventListener('dragover', keep)
  window.addEventListener('drop', keep)
}
