/** The mark: rising measurements, and a check that they hold. */
export const Mark = ({ size = 28 }: { size?: number }) => (
  <svg className="mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden>
    <rect width="32" height="32" rx="8" fill="var(--c-accent)" />
    <path d="M8 22V12m5.3 10V15m5.4 4V9" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" opacity=".6" />
    <path d="m16 20.6 3.6 3.6L26 16.2" fill="none" stroke="#fff" strokeWidth="2.8" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)
