import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Money } from '../../ui/money.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { type Answer, call } from '../api/call.ts'
import { ChangeLines } from '../../ui/change-lines.tsx'
import { Lines } from '../parts/loaded.tsx'
import { sentenceOf } from '../../parts/sentence.ts'
import { type DecisionResult, decide, resultText } from './decide.ts'

type Sheet = Answer<'GET /approvals/page'>

/** Several proposals, each read with its figures of now, agreed to with one signature; each has a result of its own. */
export function DecideSeveral({ numbers, onClose }: { numbers: readonly number[]; onClose: () => void }) {
  const cache = useQueryClient()
  const [results, setResults] = useState<DecisionResult[] | null>(null)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const sheets = useQueries({
    queries: numbers.map((number) => ({
      queryKey: ['GET /approvals/page', { number: String(number) }],
      queryFn: () => call('GET /approvals/page', { query: { number: String(number) } }),
      staleTime: 0,
    })),
  })
  const loaded = sheets.flatMap(({ data }) => (data ? [data] : []))
  const able = loaded.filter(
    ({ mayDecide, isConfirmed, refusal }) => mayDecide && isConfirmed && refusal === null,
  )
  const failed = sheets.find(({ error }) => error)?.error
  async function sign() {
    setBusy(true)
    setFault(null)
    try {
      setResults(
        await decide(
          'AGREE',
          able.map(({ number, hash }) => ({ number, hash })),
        ),
      )
      await cache.invalidateQueries()
    } catch (error) {
      setFault(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={numbers.length > 0}
      onOpenChange={onClose}
      onClosed={() => {
        setResults(null)
        setFault(null)
      }}
      size="large"
      locked={busy}
      title={results ? 'Hasil' : `Setujui ${able.length} usulan`}
      description={
        results ? undefined : 'Baca tiap usulan dengan angka saat ini, lalu tanda tangani dengan passkey.'
      }
      footer={
        results ? (
          <Button onClick={onClose}>Selesai</Button>
        ) : (
          <>
            <Button variant="secondary" disabled={busy} onClick={onClose}>
              Batal
            </Button>
            <Button
              busy={busy}
              busyLabel="Menunggu passkey…"
              disabled={loaded.length < numbers.length || able.length === 0}
              onClick={() => void sign()}
            >
              {`Setujui ${able.length} usulan`}
            </Button>
          </>
        )
      }
    >
      <p role="alert" className={fault || failed ? 'mb-3 text-table text-bad' : 'sr-only'}>
        {fault ?? (failed ? sentenceOf(failed) : '')}
      </p>
      {results ? (
        <ul className="hairlines">
          {results.map((result) => (
            <li key={result.number} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 text-table">
              <StatusLabel tone={result.state === 'FAILED' ? 'bad' : 'ok'}>
                {result.state === 'FAILED' ? 'Gagal' : result.state === 'DONE' ? 'Dilakukan' : 'Setuju'}
              </StatusLabel>
              <span className="min-w-0 flex-1 basis-60">{resultText(result)}</span>
            </li>
          ))}
        </ul>
      ) : loaded.length < numbers.length ? (
        <Lines count={numbers.length * 2} />
      ) : (
        <ol className="hairlines">
          {loaded.map((sheet) => (
            <SheetLine key={sheet.number} sheet={sheet} />
          ))}
        </ol>
      )}
    </Dialog>
  )
}

const SheetLine = ({ sheet }: { sheet: Sheet }) => (
  <li className="grid gap-2 py-3">
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold">
      <span>{`${sheet.number} · ${sheet.title}`}</span>
      {sheet.amount !== null && <Money amount={sheet.amount} />}
    </p>
    {sheet.preview && <ChangeLines lines={sheet.preview.lines} />}
    {sheet.changed !== null && sheet.changed.length > 0 && (
      <p className="text-table text-warn">Ada angka yang berubah sejak diajukan.</p>
    )}
    {(sheet.refusal || !sheet.mayDecide || !sheet.isConfirmed) && (
      <p className="text-table text-bad">
        {sheet.refusal?.message ??
          (sheet.isConfirmed
            ? 'Usulan ini tidak dapat Anda putuskan; tidak ikut disetujui.'
            : 'Pengusul belum membenarkannya di konsol; tidak ikut disetujui.')}
      </p>
    )}
  </li>
)
