import { FormSection } from '../look/page/section.tsx';
import { ShareFields } from '../sharing/share-fields.tsx';
import { fromShares, type Sharing, toShares } from '../sharing/shares.ts';
import * as words from '../texts/common.ts';
import { ownership as texts } from '../texts/connections.ts';

interface SharingSectionProps {
  sharing: Sharing;
  hint?: string | undefined;
  readOnly?: boolean;
  onChange(sharing: ReturnType<typeof fromShares>): void;
}

/** Who else may use and change it. */
export function SharingSection({ sharing, hint, readOnly = false, onChange }: SharingSectionProps) {
  return (
    <FormSection title={words.sharing} text={hint ?? texts.sharingHint}>
      <div>
        <ShareFields
          shares={toShares(sharing)}
          extra={{}}
          levels={{ read: texts.mayUse, write: texts.mayChange }}
          readOnly={readOnly}
          heading={false}
          onChange={shares => onChange(fromShares(shares))}
        />
      </div>
    </FormSection>
  );
}
