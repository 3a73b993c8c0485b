/** Enough for its owner to know which address is meant: `z•••@hospital.cn`. */
export const masked = (email: string): string => email.replace(/^(.)[^@]*/, '$1•••')
