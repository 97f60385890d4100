import type { Fact } from '@pematang/contract/staff/objects'
import { Eye } from 'lucide-react'
import { useEffect, useState } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Link } from '../../ui/link.tsx'
import { call } from '../api/call.ts'
import { ConfirmDialog, type Confirmation } from '../../parts/confirm-dialog.tsx'
import { pathOf } from '../paths.ts'

/** A value that was shown is masked again after this many milliseconds. */
const shownFor = 60_000

type Props = { fact: Fact; lenderId: number | null }

/** The value of a fact: a link, or masked until it is asked for with a reason. */
export function FactValue({ fact: { label, value, reveals, about }, lenderId }: Props) {
  if (reveals !== null && lenderId !== null)
    return <Masked label={label} masked={value} field={reveals} lenderId={lenderId} />
  return about ? (
    <Link to={pathOf(about)} className="font-medium text-brand hover:underline">
      {value}
    </Link>
  ) : (
    <span>{value}</span>
  )
}

type MaskedProps = {
  label: string
  masked: string
  field: NonNullable<Fact['reveals']>
  lenderId: number
}

/** Personal data: showing it is recorded with its reason, and lasts a minute. */
function Masked({ label, masked, field, lenderId }: MaskedProps) {
  const [shown, setShown] = useState<string | null>(null)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  useEffect(() => {
    if (shown === null) return
    const timer = setTimeout(() => setShown(null), shownFor)
    return () => clearTimeout(timer)
  }, [shown])
  const ask = () =>
    setConfirmation({
      title: `Tampilkan ${label.toLowerCase()}?`,
      description:
        'Dicatat di jejak: siapa yang melihat, kapan, dan mengapa. Tertutup lagi sesudah satu menit.',
      reason: 'Alasan',
      confirm: 'Tampilkan',
      async act(reason) {
        const { value } = await call('POST /reveal', { body: { lenderId, field, reason } })
        setShown(value ?? 'Tidak ada')
      },
    })
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      <span className="tabular-nums">{shown ?? masked}</span>
      {shown === null ? (
        <button
          type="button"
          onClick={ask}
          className="inline-flex min-h-6 items-center gap-1 rounded-mark px-1 text-meta font-semibold text-brand hover:bg-brand-tint"
        >
          <Eye size={14} aria-hidden />
          Tampilkan
          <span className="sr-only">{` ${label.toLowerCase()}`}</span>
        </button>
      ) : (
        <CopyButton text={shown} what={label.toLowerCase()} className="min-h-8! px-2.5! text-meta" />
      )}
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} size="small" />
    </span>
  )
}
