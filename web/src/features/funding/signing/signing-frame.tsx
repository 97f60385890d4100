import { formatDateTimeLong } from '@pematang/contract/format/date'
import type { ReactNode, Ref } from 'react'
import { ApiError, messageOf } from '../../../api/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useOpening } from './use-opening.ts'

const unreachable =
  'Halaman penyedia tanda tangan elektronik tidak dapat dihubungi dari perangkat ini. Periksa jaringan Anda, lalu coba lagi.'

type Props = {
  url: string
  frame: Ref<HTMLIFrameElement>
  /** True once the provider's page has sent a message. */
  heard: boolean
  /** The deadline for the signature, once it is known. */
  signBefore: string | undefined
  isRetrying: boolean
  onRetry: () => void
}

/** The provider's page; if it cannot be reached, a sentence in its place. The page keeps loading behind it. */
export function SigningFrame({ url, frame, heard, signBefore, isRetrying, onRetry }: Props) {
  const { state, onLoad } = useOpening(new URL(url).origin, heard)
  return (
    <>
      {state === 'opening' && <Opening />}
      {state === 'doubtful' && <Doubtful signBefore={signBefore} isRetrying={isRetrying} onRetry={onRetry} />}
      {state === 'unreachable' && (
        <Unavailable signBefore={signBefore} action={<Retry isRetrying={isRetrying} onRetry={onRetry} />}>
          {unreachable}
        </Unavailable>
      )}
      <iframe
        ref={frame}
        title="Halaman tanda tangan elektronik"
        src={url}
        sandbox="allow-scripts allow-same-origin allow-forms"
        referrerPolicy="no-referrer"
        onLoad={onLoad}
        className={cx('absolute inset-0 size-full border-0', frameClass[state])}
      />
    </>
  )
}

const frameClass = { opening: '', open: '', doubtful: 'relative! grow', unreachable: 'hidden' } as const

/** Shown above a frame that may contain only the browser's error page. */
const Doubtful = ({
  signBefore,
  isRetrying,
  onRetry,
}: Pick<Props, 'signBefore' | 'isRetrying' | 'onRetry'>) => (
  <div
    role="status"
    className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-5 py-3 text-table"
  >
    <p className="min-w-60 flex-1 text-mute">
      Halaman di bawah ini tidak tampil? Penyedia tanda tangan mungkin tidak dapat dihubungi dari perangkat
      ini.
      <SignableUntil signBefore={signBefore} />
    </p>
    <Retry isRetrying={isRetrying} onRetry={onRetry} />
  </div>
)

/** Shows until when the reservation can be signed. */
const SignableUntil = ({ signBefore }: Pick<Props, 'signBefore'>) =>
  signBefore !== undefined && (
    <span className="mt-1 block">
      Dana Anda tetap disisihkan dan dapat ditandatangani sampai{' '}
      <span className="figures font-medium text-ink">{formatDateTimeLong(signBefore)}</span>, juga dari
      Portofolio.
    </span>
  )

/** Shown while the page is requested and while it loads. */
export const Opening = () => (
  <p
    role="status"
    className="absolute inset-0 grid place-content-center justify-items-center gap-3 text-mute"
  >
    <Spinner className="text-brand" />
    Membuka halaman tanda tangan…
  </p>
)

/** Shown when our server has no signing page: the provider refused it or does not answer. */
export function NoPage({
  error,
  ...rest
}: Pick<Props, 'signBefore' | 'isRetrying' | 'onRetry'> & { error: unknown }) {
  const gone = error instanceof ApiError && error.kind === 'refused'
  return (
    <Unavailable
      signBefore={gone ? undefined : rest.signBefore}
      action={gone ? undefined : <Retry isRetrying={rest.isRetrying} onRetry={rest.onRetry} />}
    >
      {messageOf(error)}
    </Unavailable>
  )
}

const Retry = ({ isRetrying, onRetry }: Pick<Props, 'isRetrying' | 'onRetry'>) => (
  <Button variant="secondary" busy={isRetrying} onClick={onRetry}>
    Coba lagi
  </Button>
)

type UnavailableProps = { signBefore: string | undefined; action: ReactNode; children: ReactNode }

const Unavailable = ({ signBefore, action, children }: UnavailableProps) => (
  <div role="alert">
    <EmptyState picture="list" title="Halaman tanda tangan belum dapat dibuka" action={action}>
      {children}
      <SignableUntil signBefore={signBefore} />
    </EmptyState>
  </div>
)
