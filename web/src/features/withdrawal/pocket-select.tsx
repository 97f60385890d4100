import { formatRupiah } from '@pematang/contract/format/rupiah'
import { Select } from '../../ui/select.tsx'
import type { Method } from './send-withdrawal.ts'
import type { Pocket } from './use-balance.ts'

type Props = { pockets: readonly Pocket[]; method: Method; onChange: (method: Method) => void }

/** Which of two pockets the money is taken from; who has one has nothing to choose. */
export function PocketSelect({ pockets, method, onChange }: Props) {
  if (pockets.length < 2) return null
  return (
    <Select
      label="Sumber dana"
      options={pockets.map(({ method: value, name, balance }) => ({
        value: `${value}` as const,
        label: `${name} · ${formatRupiah(balance)}`,
      }))}
      value={`${method}` as const}
      onChange={(value) => onChange(value === '2' ? 2 : 1)}
    />
  )
}
