import type { AccountRequest } from '@pematang/contract/lenders/bank-account/endpoints'
import type { BankAnswer } from '@pematang/contract/lenders/bank-account/rules'
import { formatDateLong, formatDateTimeLong } from '@pematang/contract/format/date'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { messageOf } from '../../../api/errors.ts'
import { useProfile } from '../../../lender/profile.ts'
import { LoadFailure } from '../../../lists/load-failure.tsx'
import { usePasswordConsent } from '../../../session/password-consent.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyPart, Part } from '../../../ui/lazy-part.tsx'
import { toastPartMissing } from '../../../ui/part-missing.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast-store.ts'

const key = ['bank-account-request']
/** Each message of this action replaces the one before. */
const about = { about: 'bank-account' }

const BankAccountDialog = lazyPart(() =>
  import('./bank-account-dialog.tsx').then((module) => module.BankAccountDialog),
)

/** Where withdrawals go, and the lender's request for another account. */
export function BankAccount() {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { withPassword, dialog } = usePasswordConsent('Lanjutkan')
  const newest = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api('GET /lender/bank-account/request', { signal, quiet: true }),
    staleTime: 0,
  })
  const refresh = () => client.invalidateQueries({ queryKey: key })
  const withdraw = useMutation({
    mutationFn: (id: string) => api('POST /lender/bank-account/request/withdraw', { body: { id } }),
    onSuccess: () => toast.success('Permintaan dibatalkan', about),
    onError: (error) => toast.error(messageOf(error), about),
    onSettled: refresh,
  })
  const request = newest.data?.request ?? null
  const waits = request?.state === 'ASKED'
  return (
    <section aria-labelledby="rekening-tujuan" className="mt-6 border-t border-line pt-5">
      <h3 id="rekening-tujuan" className="font-semibold">
        Rekening tujuan
      </h3>
      <Present />
      {newest.isPending && (
        <Loading label="Memuat permintaan rekening…">
          <Skeleton className="mt-4 h-11 w-full" />
        </Loading>
      )}
      {newest.isError && !newest.data && <LoadFailure query={newest} className="mt-3 gap-3" />}
      {request && <Standing request={request} />}
      {newest.data && (
        <Button
          variant="secondary"
          className="mt-4 max-sm:w-full"
          busy={withdraw.isPending}
          onClick={() => (waits ? withdraw.mutate(request.id) : setAsking(true))}
        >
          {waits ? 'Batalkan permintaan' : 'Ganti rekening tujuan'}
        </Button>
      )}
      {asking && (
        <Part
          notLoaded={() => null}
          onNotLoaded={() => {
            setAsking(false)
            toastPartMissing()
          }}
        >
          <BankAccountDialog
            withProof={withPassword}
            onClose={() => setAsking(false)}
            onAsked={() => {
              setAsking(false)
              void refresh()
            }}
          />
        </Part>
      )}
      {dialog}
    </section>
  )
}

/** The account of now, which the profile of a company shows nowhere else. */
function Present() {
  const bank = useProfile().data?.bankInformation
  return (
    <p className="mt-0.5 text-table text-mute">
      {bank ? (
        <>
          Penarikan dana dikirim ke {bank.bankName}{' '}
          <span className="figures font-medium text-ink">{bank.bankAccount}</span> atas nama{' '}
          {bank.bankAccountPayroll}.
        </>
      ) : (
        'Penarikan dana dikirim ke rekening bank Anda yang terdaftar.'
      )}
    </p>
  )
}

const answers: Record<BankAnswer, string> = {
  SAME_NAME: 'Bank: nama pemilik rekening sesuai.',
  OTHER_NAME: 'Bank: nama pemilik rekening berbeda.',
  INACTIVE: 'Bank: rekening ini tidak dapat menerima dana.',
  UNKNOWN: 'Bank: rekening ini tidak ditemukan.',
  UNAVAILABLE: 'Bank belum menjawab pemeriksaan nama; kami tanyakan lagi.',
}

function Standing({ request }: { request: AccountRequest }) {
  const { state, bankName, lastDigits, accountName, bankSays, reason } = request
  const account = `${bankName} berakhiran ${lastDigits}`
  if (state === 'ASKED') {
    return (
      <div role="status" className="mt-4 rounded-control bg-warn-tint p-3 text-table text-warn">
        <p className="font-semibold">Menunggu pemeriksaan kami</p>
        <p className="mt-1 wrap-anywhere">
          {account} atas nama {accountName}. {bankSays ? answers[bankSays] : 'Nama sedang diperiksa di bank.'}
        </p>
        <p className="mt-1">
          Tanpa keputusan, permintaan ini berakhir {formatDateLong(request.expiresAt)}. Penarikan yang sudah
          diminta tetap menuju rekening lama.
        </p>
      </div>
    )
  }
  const ended = endings[state]
  if (ended === null) return null
  return (
    <p className="mt-4 rounded-control bg-canvas p-3 text-table wrap-anywhere text-mute">
      {`Permintaan ${account} ${ended}`}
      {request.endedAt && ` ${formatDateTimeLong(request.endedAt)}`}
      {reason === null ? '.' : `: ${reason}`}
    </p>
  )
}

const endings: Record<Exclude<AccountRequest['state'], 'ASKED'>, string | null> = {
  WITHDRAWN: null,
  REFUSED: 'ditolak',
  ACCEPTED: 'diterima',
  STOPPED: 'dihentikan',
  EXPIRED: 'berakhir tanpa keputusan',
}
