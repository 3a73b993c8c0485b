import { useId } from 'react'
import './datafile.css'

type Props = { label: string; value: string; options: readonly { value: string; label: string }[]; onChoose(value: string): void }
/** One of a few, with its name above. */
export const Choice = ({ label, value, options, onChoose }: Props) => {
  const id = useId()
  return (
    <label className="datafile-choice" htmlFor={id}>
      <span>{label}</span>
      <select id={id} className="input" value={value} onChange={(event) => onChoose(event.target.value)}>
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    </label>
  )
}
