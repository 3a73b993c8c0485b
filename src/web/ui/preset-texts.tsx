import './preset-texts.css'

type Props = { label: string; texts: readonly string[]; chosen: string; onPick(text: string): void }

/** Texts that are often wanted, to be taken over as they are; something else can still be typed. */
export const PresetTexts = ({ label, texts, chosen, onPick }: Props) =>
  texts.length === 0 ? null : (
    <div className="preset-texts" role="group" aria-label={label}>
      {texts.map((text) => (
        <button key={text} type="button" aria-pressed={text === chosen} onClick={() => onPick(text)}>
          {text}
        </button>
      ))}
    </div>
  )
