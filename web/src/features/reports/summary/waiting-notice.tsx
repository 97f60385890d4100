import { Clock } from 'lucide-react'
import { Money } from '../../../ui/money.tsx'
import { useWaiting } from './use-waiting.ts'
import { waitingWords } from './waiting-words.ts'

/**
 * Money that is neither in the cash balance nor lent, and the reasons. If the funding or withdrawal fails, it returns
 * to the cash balance.
 * @param amount whole rupiah, above zero
 */
export function WaitingNotice({ amount }: { amount: number }) {
  const { data } = useWaiting(amount)
  const { title, sentence, parts } = waitingWords(data ?? [])
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 rounded-card bg-warn-tint px-3.5 py-3 text-table md:grid-cols-[auto_auto_minmax(0,1fr)_auto] md:px-5">
      <Clock aria-hidden className="size-4 text-warn" />
      <strong className="font-semibold text-warn">{title}</strong>
      <Money amount={amount} className="font-semibold md:order-last" />
      {sentence !== null ? (
        <p className="col-span-3 text-meta text-mute md:col-span-1 md:text-table">{sentence}</p>
      ) : (
        <ul className="col-span-3 flex flex-wrap gap-x-5 gap-y-1 text-meta text-mute md:col-span-1 md:text-table">
          {parts.map((part) => (
            <li key={part.name}>
              {part.name} <Money amount={part.amount} className="text-ink" />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
