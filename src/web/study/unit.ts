/** Only a number has a unit: “68kg” as it was typed is not 68kg kg. */
export const unitOf = ({ value, unit }: { value: unknown; unit: string }): string =>
  value !== null && value !== '' && Number.isFinite(Number(value)) ? unit : ''
