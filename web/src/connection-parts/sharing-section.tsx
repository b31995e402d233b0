import { FormSection } from '../look/section.tsx';
import { ShareFields } from '../sharing/share-fields.tsx';
import { fromShares, type Sharing, toShares } from '../sharing/shares.ts';
import { ownership as texts } from '../texts/connections.ts';

interface SharingSectionProps {
  sharing: Sharing;
  hint?: string;
  readOnly?: boolean;
  onChange(sharing: ReturnType<typeof fromShares>): void;
}

/** Who else may use and change it. */
export function SharingSection({ sharing, hint, readOnly = false, onChange }: SharingSectionProps) {
  return (
    <FormSection title={texts.sharing} text={hint ?? texts.sharingHint}>
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
