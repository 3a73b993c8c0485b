import { type ComponentProps, type KeyboardEvent, useLayoutEffect, useRef } from 'react'

/** A drawer beneath listens on the window: without this the Escape meant for the upper box would also reach it. */
const keepEscape = (event: KeyboardEvent): void => {
  if (event.key === 'Escape') event.stopPropagation()
}

type Props = Omit<ComponentProps<'dialog'>, 'ref' | 'onCancel'> & {
  onCancel(): void
  /** A press beside the box closes it. */ light?: boolean
}

/** The browser's own modal box, open as long as it is there: top layer, focus inside, and back to where it was at the end. */
export const Modal = ({ onCancel, light = false, ...rest }: Props) => {
  const ref = useRef<HTMLDialogElement>(null)
  // A layout effect: once the element has left the document, closing it no longer gives the focus back.
  useLayoutEffect(() => {
    const box = ref.current
    box?.showModal()
    return () => box?.close()
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape does the same
    <dialog
      ref={ref}
      onKeyDown={keepEscape}
      onCancel={onCancel}
      onClick={light ? (event) => event.target === event.currentTarget && onCancel() : undefined}
      {...rest}
    />
  )
}
