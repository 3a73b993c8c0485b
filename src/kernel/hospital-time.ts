export const HOSPITAL_ZONE = 'Asia/Shanghai'

const days = new Intl.DateTimeFormat('sv-SE', { timeZone: HOSPITAL_ZONE, dateStyle: 'short' })
/** The day on the hospital's own calendar. By the calendar of UTC it would be yesterday until eight in the morning, and nothing would be late. */
export const hospitalDay = (at: string | number | Date = new Date()): string => days.format(new Date(at))

const moments = new Intl.DateTimeFormat('sv-SE', { timeZone: HOSPITAL_ZONE, dateStyle: 'short', timeStyle: 'medium' })
/** Day and time on the hospital's own clock, for sentences that the server writes. */
export const hospitalTime = (at: string | number | Date): string => moments.format(new Date(at))
/** What rules and formulas call now: values are written down by the hospital's own clock. By another, the whole morning would lie in the future. */
export const hospitalNow = (at: string | number | Date = new Date()): string => hospitalTime(at).replace(' ', 'T')
