import { formatDateLong, lastMomentBefore } from '@pematang/contract/format/date'
import { FileText, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { openDocument } from '../../../agreement/open-document.ts'
import { messageOf } from '../../../api/errors.ts'
import { useMay } from '../../../company/member.ts'
import { LoadFailure } from '../../../lists/load-failure.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { lazyPart, Part } from '../../../ui/lazy-part.tsx'
import { Money } from '../../../ui/money.tsx'
import { toastPartMissing } from '../../../ui/part-missing.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { endWords } from './mandate-words.ts'
import { type Mandate, type MandateStanding, useMandate } from './mandate-queries.ts'

const GrantDialog = lazyPart(() => import('./grant-dialog.tsx').then((module) => module.GrantDialog))
const RevokeDialog = lazyPart(() => import('./revoke-dialog.tsx').then((module) => module.RevokeDialog))

/** The standing mandate: without it, strategies fund nothing. */
export function MandateCard() {
  const query = useMandate()
  return (
    <Card aria-labelledby="kuasa" className="grid gap-4 p-4 md:p-6">
      {query.data ? (
        <Standing standing={query.data} />
      ) : query.isError ? (
        <LoadFailure query={query} />
      ) : (
        <Loading label="Memuat kuasa…">
          <div className="grid gap-3">
            <Skeleton className="h-6 w-56" />
            <Skeleton className="h-4 w-96 max-w-full" />
            <Skeleton className="h-11 w-40" />
          </div>
        </Loading>
      )}
    </Card>
  )
}

function Standing({ standing }: { standing: MandateStanding }) {
  const { canSign, inForce, waiting } = standing
  const [dialog, setDialog] = useState<'grant' | 'revoke' | null>(null)
  const [approachGrant, approachRevoke] = [
    () => void GrantDialog.preload(),
    () => void RevokeDialog.preload(),
  ]
  const live = inForce ?? waiting
  const may = useMay('STRATEGY')
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="kuasa" className="flex items-center gap-2 text-section font-semibold">
          <ShieldCheck size={20} aria-hidden className="text-brand" />
          Kuasa pendanaan otomatis
        </h2>
        <span role="status">
          <StateLabel standing={standing} />
        </span>
      </header>
      <About standing={standing} />
      {((canSign && may) || live) && (
        <div className="flex flex-wrap gap-3">
          {canSign && may && (
            <Button
              variant={live ? 'secondary' : 'primary'}
              aria-haspopup="dialog"
              onPointerEnter={approachGrant}
              onFocus={approachGrant}
              onClick={() => setDialog('grant')}
            >
              {live ? 'Ganti kuasa' : 'Beri kuasa'}
            </Button>
          )}
          {live && (
            <>
              <ReadButton mandate={live} />
              {may && (
                <Button
                  variant="danger"
                  aria-haspopup="dialog"
                  onPointerEnter={approachRevoke}
                  onFocus={approachRevoke}
                  onClick={() => setDialog('revoke')}
                >
                  Cabut kuasa
                </Button>
              )}
            </>
          )}
        </div>
      )}
      {dialog && (
        <Part
          notLoaded={() => null}
          onNotLoaded={() => {
            setDialog(null)
            toastPartMissing()
          }}
        >
          {dialog === 'grant' ? (
            <GrantDialog former={live} onClosed={() => setDialog(null)} />
          ) : (
            <RevokeDialog onClosed={() => setDialog(null)} />
          )}
        </Part>
      )}
    </>
  )
}

function StateLabel({ standing: { inForce, waiting } }: { standing: MandateStanding }) {
  if (inForce) return <StatusLabel tone="ok">Berlaku</StatusLabel>
  if (waiting) return <StatusLabel tone="warn">Sedang ditandatangani</StatusLabel>
  return <StatusLabel tone="idle">Belum ada</StatusLabel>
}

/** The current mandate, or an explanation of mandates and how the last one ended. */
function About({ standing: { canSign, inForce, waiting, ended } }: { standing: MandateStanding }) {
  if (inForce) {
    return (
      <>
        <Terms mandate={inForce} isSigned />
        {waiting && <p className="text-mute">Kuasa {waiting.number} yang baru sedang ditandatangani.</p>}
      </>
    )
  }
  if (waiting) return <Terms mandate={waiting} isSigned={false} />
  return (
    <>
      <p className="max-w-160 text-mute">{canSign ? purpose : cannotSign}</p>
      {ended?.ended && (
        <p className="text-table text-mute">
          Kuasa {ended.number} {endWords(ended.ended)}
        </p>
      )}
    </>
  )
}

const purpose =
  'Strategi mendanai atas nama Anda setelah Anda memberi kuasa dengan batas yang Anda tentukan sendiri. Kuasa dapat dicabut kapan saja dan berhenti seketika.'
const cannotSign =
  'Penyedia tanda tangan elektronik Anda menandatangani di halamannya sendiri, sehingga pendanaan otomatis tidak dapat diaktifkan. Strategi tetap dapat dipakai sebagai filter untuk memilih pinjaman. Hubungi kami untuk mengganti penyedia.'

function Terms({ mandate, isSigned }: { mandate: Mandate; isSigned: boolean }) {
  const { largestPerLoan, totalBudget, placed, validUntil } = mandate
  return (
    <>
      <dl className="grid gap-4 sm:grid-cols-3">
        <div>
          <dt className="text-table text-mute">Paling banyak per pinjaman</dt>
          <dd className="font-semibold">
            <Money amount={largestPerLoan} />
          </dd>
        </div>
        <div>
          <dt className="text-table text-mute">Paling banyak seluruhnya</dt>
          <dd className="font-semibold">
            <Money amount={totalBudget} />
          </dd>
        </div>
        <div>
          <dt className="text-table text-mute">Berlaku sampai dengan</dt>
          <dd className="font-semibold">{formatDateLong(lastMomentBefore(validUntil))}</dd>
        </div>
      </dl>
      {isSigned && (
        <div className="grid gap-1.5">
          <p className="text-table text-mute">
            <Money amount={placed} className="text-ink" /> dari <Money amount={totalBudget} /> sudah dipakai
          </p>
          <ProgressBar percent={(placed / totalBudget) * 100} label="Bagian kuasa yang sudah dipakai" />
        </div>
      )}
    </>
  )
}

function ReadButton({ mandate: { filepath, number } }: { mandate: Mandate }) {
  return (
    <Button
      variant="secondary"
      icon={<FileText size={18} aria-hidden />}
      onClick={() =>
        openDocument(filepath, `Kuasa-${number}`).catch((error: unknown) => toast.error(messageOf(error)))
      }
    >
      Baca kuasa
    </Button>
  )
}
