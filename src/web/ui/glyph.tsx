export type GlyphProps = { body: string; size?: number; className?: string | undefined; label?: string | undefined }

/** One drawing. Decoration unless it has a label; what stands alone for an action must have one. */
export const Glyph = ({ body, size = 16, className, label }: GlyphProps) => (
  <svg
    className={className ? `icon ${className}` : 'icon'}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    aria-hidden={label ? undefined : true}
    role={label ? 'img' : undefined}
    aria-label={label}
    dangerouslySetInnerHTML={{ __html: body }}
  />
)
