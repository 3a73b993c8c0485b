const tones: Record<string, string> = {
  docx: '#1b5ebe',
  doc: '#1b5ebe',
  xlsx: '#12703c',
  xls: '#12703c',
  csv: '#12703c',
  tsv: '#12703c',
  pptx: '#b7472a',
  ppt: '#b7472a',
  pdf: '#b3261e',
}

/** A small sheet with the suffix on it, in the colour people know. */
export const FileBadge = ({ suffix, size = 'small' }: { suffix: string; size?: 'small' | 'large' }) => (
  <span className="file-badge" data-size={size} style={{ backgroundColor: tones[suffix] ?? '#465162' }} aria-hidden>
    {suffix.slice(0, 4).toUpperCase() || '?'}
  </span>
)
