import type { Stage } from '#domain/lead/lead.ts'
import { call } from '#web/api.ts'
import { HttpError } from '#web/http.ts'
import { toast } from '#web/kit/toast.ts'
import { toastWithUndo } from '#web/kit/undo.tsx'
import { useMutation } from '#web/kit/useMutation.ts'
import { stageTitles } from './columns.ts'
import type { LeadList } from './lead-list.ts'
import type { Row } from './load.ts'

/** How often a move is sent, while others change something else of the lead. */
const maxAttempts = 4

/**
 * Moves a lead to another stage, from the one it is seen in. Where another admin has moved it meanwhile, nothing is
 * changed, and it is said who did.
 */
export function useMoveLead(list: LeadList) {
  const { mutate, pending } = useMutation()

  const move = (row: Row, stage: Stage, back?: true): Promise<boolean> =>
    mutate(async (keyFor) => {
      if (row.stage === stage) return false
      for (let seen = row, tries = 1; ; tries++) {
        const { id, revision } = seen
        try {
          const key = keyFor([id, stage, revision])
          const { events } = await call('moveLead', { body: { leadId: id, stage, back }, revision, key })
          list.applyEvents(events)
          // Where it has come to is to be seen; that it has come there does not depend on it.
          await list.reveal(id).catch(() => {})
          const undo = () => void move({ ...row, stage }, row.stage, true)
          toastWithUndo(`${row.name} moved to ${stageTitles[stage]}`, undo)
          return true
        } catch (error) {
          if (!(error instanceof HttpError) || error.status !== 412 || tries === maxAttempts) throw error
          const latest = await list.fetchOne(id)
          if (!latest) throw error
          if (latest.stage !== row.stage) return announceMoved(latest, stage)
          seen = latest
        }
      }
    })

  return { move, pending }
}

/** Shows that another admin was faster; whether the lead is in the wanted stage all the same. */
function announceMoved({ name, stage, stageBy }: Row, wanted: Stage): boolean {
  if (stage === wanted) return true
  toast.error(
    `${stageBy ?? 'A new request'} has just moved ${name} to ${stageTitles[stage]}. Your change wasn’t saved.`,
  )
  return false
}
