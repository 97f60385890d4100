import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { NoticeCategory } from '@pematang/contract/lenders/notifications/kinds'
import { type Answer, api } from '../../../api/client.ts'
import { messageOf } from '../../../api/errors.ts'
import { toast } from '../../../ui/toast-store.ts'
import { bannersKey, centreKey, noticesChanged } from './state.ts'

type Page = Answer<'GET /notices/list'>
export type CentreNotice = Page['list'][number]

export type CentreFilter = { category: NoticeCategory | ''; unread: boolean }

/** The number of notices in the panel of the bell. */
const newest = 6
const pageSize = 20

/** The newest notices, refetched whenever the panel opens. */
export const useNewestNotices = () =>
  useQuery({
    queryKey: [...centreKey, 'newest'],
    queryFn: ({ signal }) => api('GET /notices/list', { query: { limit: newest }, signal, quiet: true }),
    staleTime: 0,
  })

/** The notices under a filter, as far as the lender has scrolled. */
export const useCentreNotices = ({ category, unread }: CentreFilter) =>
  useInfiniteQuery({
    queryKey: [...centreKey, 'pages', category, unread],
    queryFn: ({ pageParam, signal }) =>
      api('GET /notices/list', {
        query: { category, unread: unread ? 'true' : '', limit: pageSize, cursor: pageParam },
        signal,
        quiet: true,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ list }) => list),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

const isPages = (data: Page | InfiniteData<Page>): data is InfiniteData<Page> => 'pages' in data

/** The cached lists with some notices marked as read. */
export function withRead(
  data: Page | InfiniteData<Page> | undefined,
  isMeant: (notice: CentreNotice) => boolean,
): Page | InfiniteData<Page> | undefined {
  if (!data) return data
  const read = (page: Page): Page => ({
    ...page,
    list: page.list.map((notice) => (isMeant(notice) ? { ...notice, isRead: true } : notice)),
  })
  return isPages(data) ? { ...data, pages: data.pages.map(read) } : read(data)
}

/** Marks notices as read: on the screen at once, then on the server, whose response corrects it. */
function useReading<T>(
  send: (what: T) => Promise<unknown>,
  isMeant: (what: T, notice: CentreNotice) => boolean,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onMutate: async (what) => {
      await client.cancelQueries({ queryKey: centreKey })
      client.setQueriesData<Page | InfiniteData<Page>>({ queryKey: centreKey }, (data) =>
        withRead(data, (notice) => isMeant(what, notice)),
      )
    },
    onError: (error) => {
      toast.error(messageOf(error))
      void client.invalidateQueries({ queryKey: centreKey })
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: bannersKey })
      noticesChanged()
    },
  })
}

export const useReadNotice = () =>
  useReading(
    (id: string) => api('POST /notices/dismiss', { body: { id } }),
    (id, notice) => notice.id === id,
  )

/** Marks all notices as read up to the newest one on the screen, which the lender has seen. */
export const useReadAll = () =>
  useReading(
    ({ upTo, category }: { upTo: string; category: NoticeCategory | '' }) =>
      api('POST /notices/read-all', { body: { upTo, category } }),
    ({ category }, notice) => category === '' || notice.category === category,
  )
