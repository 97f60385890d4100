import { readCode } from '@pematang/contract/reports/balance-confirmation/code'
import { formatDateLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import { CircleCheck, CircleX } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { type Answer, api } from '../../../api/client.ts'
import { messageOf } from '../../../api/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { TextField } from '../../../ui/text-field.tsx'

type Verified = Answer<'POST /confirmations/verification'>

const notACode = 'Kode terdiri dari 20 huruf dan angka, misalnya 7Q4M2-X9B1C-0ABCD-EFGHJ.'

/** The code in the fragment of the URL, which is never sent to a server. */
const codeInAddress = () => decodeURIComponent(window.location.hash.slice(1)).slice(0, 60)

/** Asks for the code of a confirmation of balances, and shows what it confirms. */
export function Verification() {
  const [code, setCode] = useState(codeInAddress)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [found, setFound] = useState<Verified | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const result = useRef<HTMLElement>(null)
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (found) result.current?.focus()
  }, [found])

  function refuse(sentence: string) {
    setError(sentence)
    field.current?.focus()
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    setFound(null)
    if (readCode(code) === null) return refuse(notACode)
    setError(null)
    setBusy(true)
    try {
      setFound(await api('POST /confirmations/verification', { body: { code }, quiet: true }))
    } catch (failure) {
      refuse(messageOf(failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <TextField
        ref={field}
        label="Kode verifikasi"
        value={code}
        error={error}
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="XXXXX-XXXXX-XXXXX-XXXXX"
        className="figures"
        onChange={({ target }) => {
          setCode(target.value)
          setError(null)
        }}
      />
      <Button type="submit" wide busy={busy} busyLabel="Memeriksa…">
        Periksa
      </Button>
      {found && <Result ref={result} found={found} />}
    </form>
  )
}

type ResultProps = { found: Verified; ref: React.Ref<HTMLElement> }

function Result({ found: { number, asOf, initials, sum, revokedAt }, ref }: ResultProps) {
  const holds = revokedAt === null
  const facts = [
    { label: 'Nomor', value: number },
    { label: 'Per tanggal', value: formatDateLong(asOf) },
    { label: 'Inisial pemegang', value: initials },
    { label: 'Jumlah', value: formatRupiah(sum) },
  ]
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby="hasil"
      className="grid gap-4 rounded-card border border-line p-5 outline-none"
    >
      <h2 id="hasil" className={cx('flex items-center gap-2 font-semibold', holds ? 'text-ok' : 'text-bad')}>
        {holds ? <CircleCheck aria-hidden size={20} /> : <CircleX aria-hidden size={20} />}
        {holds ? 'Kode dikenal dan berlaku' : `Dicabut pada ${formatDateLong(revokedAt)}`}
      </h2>
      <dl className="grid gap-2.5 text-table">
        {facts.map(({ label, value }) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-mute">{label}</dt>
            <dd className="figures ml-auto text-right font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-table text-mute">
        {holds
          ? 'Cocokkan keempatnya dengan dokumen Anda. Bila ada yang berbeda, dokumen itu tidak berlaku.'
          : 'Dokumen ini tidak berlaku lagi. Mintalah konfirmasi baru kepada pemegangnya.'}
      </p>
    </section>
  )
}
