import {
  minimumWithdrawal,
  type WithdrawalReason,
  withdrawalReasons,
} from '@pematang/contract/cash/withdrawal/rules'
import { Clock } from 'lucide-react'
import type { Ref } from 'react'
import { BankLogo } from '../../../ui/bank-logo.tsx'
import { Button } from '../../../ui/button.tsx'
import { Money } from '../../../ui/money.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { type AmountChoice, amountSentence, chosenAmount, isAll, pressAll } from './amount-choice.ts'
import { FeeLines } from './fee-lines.tsx'
import type { BankAccount, Method } from './send-withdrawal.ts'
import { IdleCashNote } from './idle-cash-note.tsx'
import { CashAccountSelect } from './cash-account-select.tsx'
import type { useBalance } from './use-balance.ts'
import type { useTransferFee } from './use-transfer-fee.ts'

/** The input of the form. `method` is the payment method, which identifies the cash account. */
export type WithdrawDraft = AmountChoice & { reason: WithdrawalReason | null; method: Method }

type Props = {
  formId: string
  fieldRef: Ref<HTMLInputElement>
  account: BankAccount
  onProfile?: (() => void) | undefined
  balance: ReturnType<typeof useBalance>
  fee: ReturnType<typeof useTransferFee>
  draft: WithdrawDraft
  /** True where what was proposed is only read. */
  isFixed: boolean
  onChange: (draft: WithdrawDraft) => void
  onSubmit: () => void
}

const reasons = withdrawalReasons.map((reason) => ({ value: reason, label: reason }))

/** The form step: account, amount and reason. */
export function WithdrawForm(props: Props) {
  const { formId, fieldRef, account, draft, isFixed, onProfile, onChange, onSubmit, ...queries } = props
  const { balance: known } = queries.balance
  // While the balance is unknown, no rule about it is checked.
  const cash = known ?? Number.MAX_SAFE_INTEGER
  const amount = chosenAmount(draft, cash)
  // While the fee is unknown only the two rules of the balance are checked, otherwise all rules.
  const isPossible = amountSentence(amount, cash) === null
  const fee = isPossible ? (queries.fee.data?.transfer_fee ?? null) : null
  const sentence = known === undefined ? null : amountSentence(amount, cash, fee)
  return (
    <form
      id={formId}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <fieldset disabled={isFixed} className="grid gap-5">
        <Destination account={account} onProfile={onProfile} />
        <CashAccountSelect
          cashAccounts={queries.balance.cashAccounts}
          method={draft.method}
          onChange={(method) => onChange({ ...draft, method })}
        />
        <div className={isFixed ? 'grid gap-5' : 'grid gap-2'}>
          <Available balance={queries.balance} />
          {!isFixed && (
            <>
              <IdleCashNote />
              <Switch
                checked={known !== undefined && isAll(draft, cash)}
                disabled={known === undefined}
                onChange={(all) => onChange({ ...draft, ...pressAll(draft, all, cash) })}
              >
                Tarik Semua
              </Switch>
            </>
          )}
          <MoneyField
            ref={fieldRef}
            label="Jumlah penarikan"
            value={amount}
            onChange={(typed) => onChange({ ...draft, all: false, typed })}
            readOnly={draft.all || isFixed}
            error={sentence}
            hint={
              !isFixed && (
                <>
                  Minimal <Money amount={minimumWithdrawal} />
                </>
              )
            }
          />
        </div>
        <Select
          label="Alasan penarikan"
          placeholder="Pilih alasan"
          options={reasons}
          value={draft.reason}
          onChange={(reason) => onChange({ ...draft, reason })}
        />
        <FeeLines
          fee={queries.fee}
          amount={isPossible ? amount : null}
          cashBalance={sentence === null ? cash : null}
        />
        <p className="flex items-start gap-2 text-table text-mute">
          <Clock size={18} aria-hidden className="mt-px shrink-0" />
          <span className="text-pretty">Dana akan masuk ke rekening Anda maksimal dalam 3 hari kerja.</span>
        </p>
      </fieldset>
    </form>
  )
}

const Destination = ({ account, onProfile }: Pick<Props, 'account' | 'onProfile'>) => (
  <div className="flex items-center gap-4">
    <BankLogo bank={account.bankName} methodPayment={account.methodPayment} />
    <dl className="min-w-0">
      <dt className="text-table text-mute">Rekening tujuan</dt>
      <dd className="font-semibold wrap-anywhere">{account.bankAccountPayroll}</dd>
      <dd className="text-table text-mute">
        {account.bankName} · <span className="figures">{account.bankAccount}</span>
      </dd>
    </dl>
    {onProfile && (
      <Button variant="quiet" className="ml-auto" onClick={onProfile} aria-label="Ganti rekening tujuan">
        Ganti
      </Button>
    )}
  </div>
)

function Available({ balance: { balance, isError, isFetching, refetch } }: Pick<Props, 'balance'>) {
  if (balance === undefined && isError) {
    return (
      <p role="alert" className="flex flex-wrap items-center justify-between gap-2 text-table text-bad">
        Saldo belum dapat dimuat.
        <Button variant="quiet" busy={isFetching} onClick={() => void refetch()}>
          Coba lagi
        </Button>
      </p>
    )
  }
  return (
    <p className="flex items-center justify-between gap-4">
      <span className="text-table text-mute">Saldo tersedia</span>
      {balance === undefined ? (
        <Skeleton className="h-7 w-36" />
      ) : (
        <Money amount={balance} className="text-money font-bold" />
      )}
    </p>
  )
}
