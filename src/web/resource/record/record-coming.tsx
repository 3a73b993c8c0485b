import { Skeleton } from '../../ui/states.tsx'

/** A part of a record in the card that it will come in. */
export const PartComing = () => (
  <div className="record-card record-coming">
    <Skeleton rows={8} shape="record" />
  </div>
)

/** The places of title, tabs and content, before they are there. */
export const RecordComing = () => (
  <>
    <div className="record-header record-coming" aria-hidden>
      <div className="record-title">
        <p>
          <i />
        </p>
        <div className="record-name">
          <h1>
            <i />
          </h1>
        </div>
        <p>
          <i />
        </p>
      </div>
    </div>
    <div className="record-tabs record-coming" aria-hidden>
      <i />
      <i />
      <i />
    </div>
    <div className="record-panel">
      <PartComing />
    </div>
  </>
)
