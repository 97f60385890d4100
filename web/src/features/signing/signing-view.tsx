import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, messageOf } from '../../api/errors.ts'
import { useConfig } from '../../config.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Money } from '../../ui/money.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Confirming, StillProcessed } from './confirming.tsx'
import { readProviderMessage } from './provider-message.ts'
import type { SigningRequest } from './signing-request.ts'
import { type FundingState, useFundingState, useSigningToken } from './use-signing.ts'

/** How long the lender waits for the confirmation before being told that it goes on without them. Milliseconds. */
const patience = 60_000

type Props = {
  request: SigningRequest
  /** The funding is settled, or its money is back. */
  onEnded: (state: FundingState) => void
  /** The lender does not wait; the agreement can be signed from the portfolio. */
  onLeave: () => void
}

/** The provider's page inside ours. What it says is a hint; how the funding ended, our own server says. */
export function SigningView({ request, onEnded, onLeave }: Props) {
  const [done, setDone] = useState(false)
  const [late, setLate] = useState(false)
  const token = useSigningToken(request)
  // Where the provider signs by hash there is no page: what is left is its confirmation.
  const confirming = done || (token.error instanceof ApiError && token.error.code === 'SIGNING_WITHOUT_PAGE')
  const { data: funding, refetch } = useFundingState(request.docToken, confirming && !late)
  const client = useQueryClient()
  const { esignOrigin } = useConfig()
  const frame = useRef<HTMLIFrameElement>(null)

  const hear = useEffectEvent((message: MessageEvent) => {
    const window = frame.current?.contentWindow ?? null
    const hint = readProviderMessage(message, { origin: esignOrigin, window })
    if (hint === 'ended') setDone(true)
    if (hint) void refetch()
  })
  useEffect(() => {
    const listener = (message: MessageEvent) => hear(message)
    window.addEventListener('message', listener)
    return () => window.removeEventListener('message', listener)
  }, [])

  useEffect(() => {
    if (!confirming) return
    const timer = setTimeout(() => setLate(true), patience)
    return () => clearTimeout(timer)
  }, [confirming])

  const end = useEffectEvent((state: FundingState) => {
    // The screens that come next ask anew: summary, portfolio, history and marketplace have changed.
    void client.invalidateQueries({ refetchType: 'none' })
    onEnded(state)
  })
  useEffect(() => {
    if (funding && funding.state !== 'WAITING') end(funding)
  }, [funding])

  if (late) return <StillProcessed onLeave={onLeave} />
  if (confirming || (funding && funding.state !== 'WAITING')) return <Confirming />
  const failed = token.isError && !token.data
  return (
    <div className="grid gap-4">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h1 className="text-h1 font-bold">Tanda Tangan Perjanjian</h1>
          <p className="mt-1 min-h-5.5 text-mute">
            {funding ? (
              <>
                {funding.loanNumber} · <Money amount={funding.amount} />
              </>
            ) : (
              <Skeleton className="h-5 w-56" />
            )}
          </p>
        </div>
        <Button variant="quiet" onClick={onLeave} className="-mx-5 sm:mx-0">
          Tanda tangani nanti
        </Button>
      </header>
      <Card className="relative h-[calc(100dvh-var(--topbar-height)-14rem)] min-h-120 overflow-hidden md:h-[calc(100dvh-var(--topbar-height)-10rem)]">
        {failed ? (
          <Unavailable error={token.error}>
            <Button variant="secondary" busy={token.isFetching} onClick={() => token.refetch()}>
              Coba lagi
            </Button>
          </Unavailable>
        ) : (
          <p
            role="status"
            className="absolute inset-0 grid place-content-center justify-items-center gap-3 text-mute"
          >
            <Spinner className="text-brand" />
            Membuka halaman tanda tangan…
          </p>
        )}
        {token.data && (
          <iframe
            ref={frame}
            title="Halaman tanda tangan elektronik"
            src={token.data.url}
            sandbox="allow-scripts allow-same-origin allow-forms"
            referrerPolicy="no-referrer"
            className="absolute inset-0 size-full border-0"
          />
        )}
      </Card>
    </div>
  )
}

function Unavailable({ error, children }: { error: unknown; children: ReactNode }) {
  const gone = error instanceof ApiError && error.kind === 'refused'
  return (
    <EmptyState
      picture="list"
      title="Halaman tanda tangan belum dapat dibuka"
      action={gone ? undefined : children}
    >
      {messageOf(error)}
    </EmptyState>
  )
}
