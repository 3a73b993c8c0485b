/** Whether something lies over the page. A closed drawer may stay in the document, hidden. */
export const isDialogOpen = (): boolean =>
  [...document.querySelectorAll('[role=dialog], [role=menu]:popover-open, dialog[open]')].some((box) => box.getClientRects().length > 0)
