import { useNavigate, useSearch } from '@tanstack/react-router';
import * as words from '../texts/common.ts';
import { Banner } from './banner.tsx';
import { readConnectedSearch } from './connected-search.ts';

interface ConnectedBannerProps {
  /** Of the page, for the way back to it. */
  path: string;
  /** Whether the connection works, so that it can be told that it was made. */
  isReady?: boolean;
}

/** Says how the connection to a provider ended. */
export function ConnectedBanner({ path, isReady = true }: ConnectedBannerProps) {
  const { connected, problem } = readConnectedSearch({ ...useSearch({ strict: false }) });
  const navigate = useNavigate();
  const dismiss = () => void navigate({ to: path, search: {}, replace: true });
  return (
    <>
      {problem !== undefined && (
        <Banner kind="failed" icon="circle-x" onDismiss={dismiss}>
          <strong>{words.accountNotConnected}</strong> {problem}
        </Banner>
      )}
      {connected && isReady && (
        <Banner kind="success" icon="circle-check" onDismiss={dismiss}>
          {words.accountConnected}
        </Banner>
      )}
    </>
  );
}
