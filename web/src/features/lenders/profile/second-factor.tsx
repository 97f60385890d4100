import { formatDateTimeLong } from '@pematang/contract/format/date'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { messageOf } from '../../../api/errors.ts'
import { useIsCompany } from '../../../company/member.ts'
import { LoadFailure } from '../../../lists/load-failure.tsx'
import { requirementsQuery } from '../../../requirements/requirements.ts'
import { isPasswordMissing, usePasswordConsent } from '../../../session/password-consent.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyPart, Part } from '../../../ui/lazy-part.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toastPartMissing } from '../../../ui/part-missing.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { FactorRows } from './factor-rows.tsx'
import type { Setup } from './factor-setup.tsx'

const key = ['factors']
/** Each message of this action replaces the one before. */
const about = { about: 'factors' }

const FactorSetup = lazyPart(() => import('./factor-setup.tsx').then((module) => module.FactorSetup))

/**
 * The lender's second factor: passkeys, the app that shows codes, and recovery codes.
 * @param isScreen as a part of a screen; of the profile otherwise
 */
export function SecondFactor({ isScreen = false }: { isScreen?: boolean }) {
  const client = useQueryClient()
  const factors = useFactors()
  const { withPassword, dialog } = usePasswordConsent('Lanjutkan')
  const [setup, setSetup] = useState<Setup | null>(null)
  const isCompany = useIsCompany()
  // What a company refused without a factor opens with it.
  const refresh = () => client.invalidateQueries(isCompany ? {} : { queryKey: key })
  const change = useMutation({
    mutationFn: (call: () => Promise<unknown>) => withPassword(call),
    onError: (error) => {
      if (!isPasswordMissing(error)) toast.error(messageOf(error), about)
    },
    onSettled: refresh,
  })
  const { data } = factors
  const Heading = isScreen ? 'h2' : 'h3'

  const offerApp = async () => setSetup({ kind: 'totp', offer: await api('POST /auth/factors/totp/offer') })
  const renewCodes = async () => {
    const { recoveryCodes: codes } = await api('POST /auth/factors/recovery-codes')
    setSetup({ kind: 'codes', codes })
  }

  return (
    <section aria-labelledby="dua-langkah" className={isScreen ? 'mt-8' : 'mt-6 border-t border-line pt-5'}>
      <Heading id="dua-langkah" className={isScreen ? 'text-section font-semibold' : 'font-semibold'}>
        Verifikasi dua langkah
      </Heading>
      <p className="mt-0.5 text-table text-mute">
        Selain kata sandi, passkey atau kode dari aplikasi diminta saat masuk, untuk penarikan besar, dan
        untuk mengubah pengaturan ini.
      </p>
      {isCompany && <Need />}
      <div className={isScreen ? 'mt-5 rounded-card bg-surface px-5 pt-2 pb-4 shadow-card' : ''}>
        {factors.isPending && (
          <Loading label="Memuat verifikasi dua langkah…">
            <Skeleton className="mt-4 h-11 w-full" />
          </Loading>
        )}
        {factors.isError && !data && <LoadFailure query={factors} className="mt-3 gap-3" />}
        {data?.recoversAt && (
          <RecoveryNotice
            at={data.recoversAt}
            busy={change.isPending}
            onCancel={() => change.mutate(() => api('POST /auth/factors/recovery/cancel'))}
          />
        )}
        {data && (
          <>
            <FactorRows
              factors={data}
              busy={change.isPending}
              onEndPasskey={(id) =>
                change.mutate(() => api('POST /auth/factors/passkeys/end', { body: { id } }))
              }
              onEndApp={() => change.mutate(() => api('POST /auth/factors/totp/end'))}
              onRenewCodes={() => change.mutate(renewCodes)}
            />
            <div className="mt-4 flex flex-wrap gap-3">
              <Button
                variant="secondary"
                className="max-sm:w-full"
                disabled={change.isPending}
                onClick={() => setSetup({ kind: 'passkey' })}
              >
                Tambah passkey
              </Button>
              <Button
                variant="secondary"
                className="max-sm:w-full"
                disabled={change.isPending}
                onClick={() => change.mutate(offerApp)}
              >
                {data.totp ? 'Ganti aplikasi kode' : 'Pasang aplikasi kode'}
              </Button>
            </div>
          </>
        )}
      </div>
      {setup && (
        <Part
          notLoaded={() => null}
          onNotLoaded={() => {
            setSetup(null)
            toastPartMissing()
          }}
        >
          <FactorSetup
            setup={setup}
            withProof={withPassword}
            onNext={setSetup}
            onChanged={() => void refresh()}
          />
        </Part>
      )}
      {dialog}
    </section>
  )
}

const useFactors = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api('GET /auth/factors', { signal, quiet: true }),
    staleTime: 0,
  })

/** What the company of a member says about the second factor that they lack. */
function Need() {
  const { data } = useQuery(requirementsQuery)
  const message = data?.find(({ name }) => name === 'SECOND_FACTOR')?.message
  return message === undefined ? null : (
    <div className="mt-4">
      <Notice tone="warn">{message}</Notice>
    </div>
  )
}

type Recovery = { at: string; busy: boolean; onCancel: () => void }

const RecoveryNotice = ({ at, busy, onCancel }: Recovery) => (
  <div role="status" className="mt-4 rounded-control bg-warn-tint p-3 text-table text-warn">
    Verifikasi dua langkah akan dinonaktifkan{' '}
    <time dateTime={at} className="figures">
      {formatDateTimeLong(at)}
    </time>{' '}
    atas permintaan kepada layanan kami. Jika bukan Anda yang memintanya, batalkan, atau tekan tautan di SMS
    atau email yang kami kirim.
    <div>
      <Button variant="secondary" className="mt-3 max-sm:w-full" disabled={busy} onClick={onCancel}>
        Batalkan pemulihan
      </Button>
    </div>
  </div>
)
