/**
 * Letters that represent a bank: a short name unchanged, otherwise at most three initials.
 * @example monogramOf('Bank Negara Indonesia') // 'BNI'
 */
export function monogramOf(bank: string): string {
  const words = bank.trim().split(/\s+/)
  const [only = ''] = words
  const letters = words.length === 1 ? only : words.map((word) => word.charAt(0)).join('')
  return letters.slice(0, letters.length > 4 ? 3 : 4).toUpperCase()
}

const lines = {
  fill: 'none',
  stroke: 'var(--color-brand)',
  strokeWidth: 2.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/** A drawing of flowing water, which stands for the account at BNI. */
const Waves = () => (
  <>
    <path d="M12 37.5c6-4 10-4 16 0s10 4 16 0 10-4 16 0" {...lines} />
    <path d="M12 43.5c6-4 10-4 16 0s10 4 16 0 10-4 16 0" {...lines} opacity=".4" />
  </>
)

/** A drawing of a roof, which stands for the account at the other bank. */
const Roof = () => (
  <>
    <path d="M15 40.5 36 33.5l21 7" {...lines} />
    <path d="M19 45.5h34" {...lines} opacity=".4" />
  </>
)

/** Our own drawing for a bank, because its logo is a trademark. */
export function BankLogo({ bank, methodPayment }: { bank: string; methodPayment: number }) {
  return (
    <svg
      viewBox="0 0 72 52"
      width="72"
      height="52"
      role="img"
      aria-label={`Logo ${bank}`}
      className="shrink-0"
    >
      <rect
        x=".5"
        y=".5"
        width="71"
        height="51"
        rx="11.5"
        fill="var(--color-sunken)"
        stroke="var(--color-line)"
      />
      <text
        x="36"
        y="26"
        textAnchor="middle"
        fill="var(--color-ink)"
        fontSize="18"
        fontWeight="800"
        letterSpacing=".04em"
      >
        {monogramOf(bank)}
      </text>
      {methodPayment === 1 ? <Waves /> : <Roof />}
    </svg>
  )
}
