import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Answer } from '../../../api/client.ts'
import { ApiError } from '../../../api/errors.ts'
import { useConfig } from '../../../config.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Money } from '../../../ui/money.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Confirming, StillProcessed, TimeOver } from './confirming.tsx'
import { endsPage, readProviderMessage, type SigningHint } from './provider-message.ts'
import { NoPage, Opening, SigningFrame } from './signing-frame.tsx'
import type { SigningRequest } from './signing-request.ts'
import { type FundingState, useFundingState, useSigningToken } from './use-signing.ts'

/** Milliseconds until a message tells the lender that the confirmation continues without them. */
const patience = 60_000

const none: ReadonlySet<string> = new Set()

type Props = {
  request: SigningRequest
  /** Called when the funding is settled, or its money was returned. */
  onEnded: (state: FundingState) => void
  /** Called when the lender leaves; the agreement can still be signed from the portfolio. */
  onLeave: () => void
}

/** The provider's page inside ours. Its messages are hints; our own server decides how the funding ended. */
export function SigningView({ request, onEnded, onLeave }: Props) {
  const [signed, setSigned] = useState<ReadonlySet<string>>(new Set())
  const [late, setLate] = useState(false)
  /** The signing token of the page that last sent a message. */
  const [heard, setHeard] = useState<string | null>(null)
  const token = useSigningToken(request, late ? none : signed)
  // If each document has a page of its own, the next page replaces the finished one.
  const done = token.data !== undefined && signed.has(token.data.token)
  // A provider that signs on its server (by hash) has no page: only its confirmation is pending.
  const confirming = done || (token.error instanceof ApiError && token.error.code === 'SIGNING_WITHOUT_PAGE')
  const { data: funding, refetch } = useFundingState(request.docToken, confirming && !late)
  const client = useQueryClient()
  const { esignOrigin } = useConfig()
  const frame = useRef<HTMLIFrameElement>(null)

  const last = useRef<SigningHint | null>(null)
  const hear = useEffectEvent((message: MessageEvent) => {
    const window = frame.current?.contentWindow ?? null
    const hint = readProviderMessage(message, { origin: esignOrigin, window })
    if (!hint || !token.data) return
    const page = token.data.token
    setHeard(page)
    const ends = endsPage(hint, last.current)
    last.current = ends ? null : hint
    if (ends) setSigned((pages) => new Set(pages).add(page))
    void refetch()
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
    // Marks summary, portfolio, history and marketplace as stale, because they have changed; the next screens refetch
    // them.
    void client.invalidateQueries({ refetchType: 'none' })
    onEnded(state)
  })
  useEffect(() => {
    if (funding && funding.state !== 'WAITING') end(funding)
  }, [funding])

  if (late) return <StillProcessed onLeave={onLeave} />
  if (confirming || (funding && funding.state !== 'WAITING')) return <Confirming />
  if (funding?.isOverdue) return <TimeOver onLeave={onLeave} />
  const waiting = {
    signBefore: funding?.signBefore,
    isRetrying: token.isFetching,
    onRetry: () => void token.refetch(),
  }
  return (
    <div className="grid gap-4">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h1 className="text-h1 font-bold">Tanda Tangan Perjanjian</h1>
          <p className="mt-1 min-h-5.5 text-mute">
            <Facts funding={funding} page={token.data} request={request} />
          </p>
        </div>
        <Button variant="quiet" onClick={onLeave} className="-mx-5">
          Tanda tangani nanti
        </Button>
      </header>
      <Card className="relative flex flex-col h-[calc(100dvh-var(--topbar-height)-14rem)] min-h-120 overflow-hidden md:h-[calc(100dvh-var(--topbar-height)-10rem)]">
        {token.data ? (
          <SigningFrame
            key={`${token.data.token} ${token.dataUpdatedAt}`}
            url={token.data.url}
            frame={frame}
            heard={heard === token.data.token}
            {...waiting}
          />
        ) : token.isError ? (
          <NoPage error={token.error} {...waiting} />
        ) : (
          <Opening />
        )}
      </Card>
    </div>
  )
}

type FactsProps = {
  funding: FundingState | undefined
  page: Answer<'POST /signing/token'> | undefined
  request: SigningRequest
}

/** The document being signed, and the number of documents that follow. */
function Facts({ funding, page, request }: FactsProps) {
  if (!funding) return <Skeleton className="h-5 w-56" />
  return (
    <>
      {funding.loanNumber} · <Money amount={funding.amount} />
      {page && isElsewhere(request, page) && <> · Tanda tangan di halaman {page.signCoordinatePage}</>}
      {page && page.furtherDocuments > 0 && <> · Setelah ini {page.furtherDocuments} dokumen lagi</>}
    </>
  )
}

/** Whether the signature is on another page than requested, because the document does not have that page. */
const isElsewhere = (
  { signCoordinatePage: asked }: SigningRequest,
  { signCoordinatePage: placed }: Pick<Answer<'POST /signing/token'>, 'signCoordinatePage'>,
): boolean => asked !== undefined && asked !== placed
