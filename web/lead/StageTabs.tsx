import { type Stage, stages } from '#domain/lead/lead.ts'
import { Choices } from '#web/kit/Choices.tsx'
import { useLeadsAddress } from './address.ts'
import { stageTitles } from './columns.ts'
import type { Counts } from './load.ts'
import './LeadsPage.css'

/** On a phone: which column is shown. */
export function StageTabs({ chosen, counts }: { chosen: Stage; counts: Counts }) {
  const { go } = useLeadsAddress()
  return (
    <div className="stage-tabs rule-below">
      <Choices
        label="Stage"
        options={stages.map((name) => ({ name, title: `${stageTitles[name]} ${counts.stages[name]}` }))}
        chosen={chosen}
        onChoose={(stage) => go({ stage })}
      />
    </div>
  )
}
