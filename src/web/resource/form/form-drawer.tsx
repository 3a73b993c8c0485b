export default function Soon(_: any) {
  return null
}
