import { Button } from '../../../ui/button.tsx'
import { Money } from '../../../ui/money.tsx'
import { ResultCard, ResultFacts } from '../../../ui/result-card.tsx'
import { useOutcomePolling } from '../../../api/idempotency/use-outcome-polling.ts'
import { type FundedLoan, lookUpFunding } from './fund-loan.ts'
import type { FundingResult } from './funding-result.ts'

type Props = {
  result: FundingResult & { key: string }
  /** Called when the money is reserved and the agreement waits for the signature. */
  onReserved: (signing: FundedLoan) => void
  /** Called when nothing was reserved, with the reason. */
  onFailed: (reason: string) => void
  onDashboard: () => void
}

/** A funding whose answer was lost: polls the server until the outcome is known. */
export function UnknownFunding({ result, onReserved, onFailed, onDashboard }: Props) {
  const { isPolling, pollNow } = useOutcomePolling(result.key, lookUpFunding, (outcome) =>
    'answer' in outcome ? onReserved(outcome.answer) : onFailed(outcome.refusal.message),
  )
  return (
    <ResultCard
      outcome="pending"
      title="Pendanaan sedang dipastikan"
      message={
        <span role="status">
          Jawaban server belum kami terima. Kami terus menanyakannya: bila dana sudah disisihkan, Anda
          langsung dibawa ke halaman tanda tangan. Anda tidak perlu mengulang pendanaan ini.
        </span>
      }
      actions={
        <>
          <Button busy={isPolling} onClick={pollNow}>
            Periksa lagi
          </Button>
          <Button variant="secondary" onClick={onDashboard}>
            Lihat Dashboard
          </Button>
        </>
      }
    >
      <ResultFacts
        facts={{
          'Jumlah pendanaan': <Money amount={result.amount} className="font-bold" />,
          'Nomor pinjaman': <span className="figures">{result.loanNumber}</span>,
        }}
      />
    </ResultCard>
  )
}
