export default function DocsPage() {
  return null
}
