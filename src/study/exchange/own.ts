/** What only this system knows of a variable, beside what the standard says: attributes under this address. */
export const OWN_NAMESPACE = 'urn:data-quality-control:exchange:1'
export const OWN_PREFIX = 'dqc'
/** Records that belong to no visit stand in this event: the standard knows no form without one. */
export const NO_VISIT = 'SE_none'
