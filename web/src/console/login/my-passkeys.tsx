import { useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { type Answer, call } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Table } from '../../ui/table.tsx'
import { momentText } from '../../parts/moment-text.ts'
import { useMe } from '../session/me.ts'
import { sentenceOf } from '../../parts/sentence.ts'
import { makePasskey } from '../../ui/passkey.ts'
import { LabelField, labelFault } from './label-field.tsx'

type Passkey = Answer<'GET /passkeys'>['list'][number]

/** One's own passkeys: a second one is asked for before deciding. */
export function MyPasskeys() {
  const me = useMe()
  const query = useCall('GET /passkeys')
  const [ending, setEnding] = useState<Passkey | null>(null)
  return (
    <Page
      title="Passkey saya"
      lead="Passkey adalah satu-satunya cara masuk. Simpan sedikitnya dua, di dua perangkat."
    >
      {me.asksPasskey && (
        <Notice tone="warn">Buat passkey kedua: sebelum itu Anda belum dapat memutuskan usulan.</Notice>
      )}
      <Section title="Terdaftar" count={query.data?.list.length} flush>
        <Loaded query={query} what="Daftar passkey" lines={2}>
          {({ list }) => (
            <Table
              caption="Passkey Anda"
              rows={list}
              keyOf={({ id }) => id}
              columns={[
                { label: 'Nama', isName: true, cell: ({ label }) => label },
                { label: 'Dibuat', cell: ({ addedAt }) => momentText(addedAt) },
                {
                  label: 'Terakhir dipakai',
                  cell: ({ usedAt }) => (usedAt ? momentText(usedAt) : 'Belum pernah'),
                },
                {
                  label: 'Tindakan',
                  cell: (passkey) => (
                    <Button
                      variant="quiet"
                      className="-my-2 px-2! text-table"
                      aria-label={`Cabut ${passkey.label}`}
                      disabled={list.length < 2}
                      onClick={() => setEnding(passkey)}
                    >
                      Cabut
                    </Button>
                  ),
                },
              ]}
            />
          )}
        </Loaded>
      </Section>
      <NewPasskey />
      <EndPasskey passkey={ending} onDone={() => setEnding(null)} />
    </Page>
  )
}

function NewPasskey() {
  const cache = useQueryClient()
  const [label, setLabel] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  async function add(event: SyntheticEvent) {
    event.preventDefault()
    const missing = labelFault(label)
    setError(missing)
    if (missing || busy) return
    setBusy(true)
    try {
      const attestation = await makePasskey(await call('POST /passkeys/challenge'))
      await call('POST /passkeys', { body: { label: label.trim(), attestation } })
      setLabel('')
      toast.success('Passkey tersimpan.')
      await cache.invalidateQueries()
    } catch (thrown) {
      setError(sentenceOf(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Section title="Passkey baru">
      <form
        className="grid max-w-100 justify-items-start gap-4"
        noValidate
        onSubmit={(event) => void add(event)}
      >
        <div className="w-full">
          <LabelField value={label} onChange={setLabel} error={error} />
        </div>
        <Button type="submit" busy={busy} busyLabel="Menunggu passkey…">
          Buat passkey
        </Button>
      </form>
    </Section>
  )
}

function EndPasskey({ passkey, onDone }: { passkey: Passkey | null; onDone: () => void }) {
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)
  async function end({ id }: Passkey) {
    setBusy(true)
    try {
      await call('POST /passkeys/end', { body: { id } })
      toast.success('Passkey dicabut.')
      await cache.invalidateQueries()
    } catch (error) {
      toast.error(sentenceOf(error))
    } finally {
      setBusy(false)
      onDone()
    }
  }
  return (
    <Dialog
      open={passkey !== null}
      onOpenChange={onDone}
      size="small"
      title={`Cabut ${passkey?.label ?? 'passkey'}?`}
      locked={busy}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={onDone}>
            Batal
          </Button>
          <Button variant="danger" busy={busy} onClick={() => passkey && void end(passkey)}>
            Cabut
          </Button>
        </>
      }
    >
      <p className="text-mute">
        Passkey ini tidak dapat dipakai lagi, dan sesinya di perangkat lain berakhir.
      </p>
    </Dialog>
  )
}
