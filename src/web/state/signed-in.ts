/** A token without a person, or a person without a token, is what an interrupted sign-in leaves behind. */
export const isSignedIn = (member: { id: number; token: string }): boolean => Boolean(member.id && member.token)
