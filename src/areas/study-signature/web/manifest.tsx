import { SignedForms, formsIn } from '#web/study/signature/forms.tsx'

/** On the page of a signature as on paper. */
export const Manifest = ({ value }: { value: unknown }) => (
  <div className="detail-long">
    <SignedForms forms={formsIn(value)} />
  </div>
)
