import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Money } from '../../../ui/money.tsx'
import { ResultCard, ResultFacts } from '../../../ui/result-card.tsx'
import { useOutcomePolling } from '../../../api/idempotency/use-outcome-polling.ts'
import { lookUpWithdrawal } from './send-withdrawal.ts'
import { failureOf } from './withdraw-failure.ts'
import { withAnswer, withdrawFailed, type WithdrawnFacts, type WithdrawResult } from './withdraw-result.ts'

type Props = {
  result: WithdrawResult
  /** Called with the outcome of a withdrawal once it is known. */
  onKnown: (result: WithdrawResult) => void
  onTransactions: () => void
  onDashboard: () => void
}

/** The result of a withdrawal, then links to the next screens. */
export function WithdrawResultView({ result, onKnown, onTransactions, onDashboard }: Props) {
  const facts = result.facts && <Withdrawn facts={result.facts} outcome={result.outcome} />
  if (result.outcome === 'unknown') {
    return (
      <Unknown result={result} onKnown={onKnown} onDashboard={onDashboard}>
        {facts}
      </Unknown>
    )
  }
  return result.outcome === 'success' ? (
    <ResultCard
      outcome="success"
      title="Permintaan Tarik Dana Berhasil"
      message="Dana akan masuk ke rekening Anda maksimal dalam 3 hari kerja."
      actions={<Button onClick={onTransactions}>Lihat Transaction History</Button>}
    >
      {facts}
    </ResultCard>
  ) : (
    <ResultCard
      outcome="failure"
      title="Permintaan Tarik Dana Gagal"
      message={result.message}
      actions={<Button onClick={onDashboard}>Kembali ke Dashboard</Button>}
    >
      {facts}
    </ResultCard>
  )
}

type WithdrawnProps = { facts: WithdrawnFacts; outcome: WithdrawResult['outcome'] }

/** The withdrawal. Only a successful one is called sent, and a failed one has no fee. */
function Withdrawn({ facts: { sent, fee, bankName, account, reference }, outcome }: WithdrawnProps) {
  return (
    <ResultFacts
      facts={{
        [outcome === 'success' ? 'Dikirim' : 'Jumlah penarikan']: (
          <Money amount={sent} className="font-bold" />
        ),
        ...(outcome !== 'failure' && { 'Biaya transfer': <Money amount={fee} /> }),
        'Rekening tujuan': (
          <>
            {bankName}{' '}
            <span aria-hidden className="figures">
              {account}
            </span>
            <span className="sr-only">berakhiran {account.slice(-4)}</span>
          </>
        ),
        ...(reference && { 'Nomor referensi': <span className="figures">{reference}</span> }),
      }}
    />
  )
}

type UnknownProps = Pick<Props, 'onKnown' | 'onDashboard'> & {
  result: Extract<WithdrawResult, { outcome: 'unknown' }>
  children: ReactNode
}

/** Shown after a lost answer: polls the server until the outcome is known. */
function Unknown({ result: { key, facts }, onKnown, onDashboard, children }: UnknownProps) {
  const { isPolling, pollNow } = useOutcomePolling(key, lookUpWithdrawal, (outcome) => {
    if ('answer' in outcome) return onKnown({ outcome: 'success', facts: withAnswer(facts, outcome.answer) })
    const failure = failureOf(outcome.refusal, facts)
    if ('result' in failure) return onKnown(failure.result)
    onKnown({ outcome: 'failure', message: failure.field ?? withdrawFailed, ...(facts && { facts }) })
  })
  return (
    <ResultCard
      outcome="pending"
      title="Permintaan Tarik Dana sedang dipastikan"
      message={
        <span role="status">
          Jawaban server belum kami terima. Kami terus menanyakannya, dan hasilnya tampil di sini. Anda tidak
          perlu mengulang penarikan ini.
        </span>
      }
      actions={
        <>
          <Button busy={isPolling} onClick={pollNow}>
            Periksa lagi
          </Button>
          <Button variant="secondary" onClick={onDashboard}>
            Kembali ke Dashboard
          </Button>
        </>
      }
    >
      {children}
    </ResultCard>
  )
}
