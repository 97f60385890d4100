import { formatRupiah } from '@pematang/contract/format/rupiah'
import { Select } from '../../../ui/select.tsx'
import type { Method } from './send-withdrawal.ts'
import type { CashAccount } from './use-balance.ts'

type Props = { cashAccounts: readonly CashAccount[]; method: Method; onChange: (method: Method) => void }

/** The choice between two cash accounts; not shown to a lender with one. */
export function CashAccountSelect({ cashAccounts, method, onChange }: Props) {
  if (cashAccounts.length < 2) return null
  return (
    <Select
      label="Sumber dana"
      options={cashAccounts.map(({ method: value, name, balance }) => ({
        value: `${value}` as const,
        label: `${name} · ${formatRupiah(balance)}`,
      }))}
      value={`${method}` as const}
      onChange={(value) => onChange(value === '2' ? 2 : 1)}
    />
  )
}
