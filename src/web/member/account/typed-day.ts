const two = (text: string): string => text.padStart(2, '0')

/** A day as people write it (1990-2-8, 1990/02/08, 19900208, 1990年2月8日), as it is stored; what is no day stays for the server to judge. */
export const typedDay = (text: string): string => {
  const [, year = '', month = '', day = ''] =
    /^(\d{4})(\d{2})(\d{2})$/.exec(text.trim()) ?? /^(\d{4})\D{1,2}(\d{1,2})\D{1,2}(\d{1,2})\D?$/.exec(text.trim()) ?? []
  return year ? `${year}-${two(month)}-${two(day)}` : text.trim()
}
