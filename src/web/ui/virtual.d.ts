declare module 'virtual:icons' {
  const bodies: Record<string, string>
  export default bodies
}

declare module 'virtual:icon/*' {
  const body: string
  export default body
}

declare module 'virtual:pdf-parts' {
  const address: string
  export default address
}

// The real type of this file is a literal of two thousand drawings.
declare module '@iconify-json/lucide/icons.json' {
  const set: { icons: Record<string, { body: string }> }
  export default set
}
