import { useEffect, useRef } from 'react';

interface VideoProps {
  stream: MediaStream;
  label: string;
  /** The own picture: silent and mirrored. */
  isOwn?: boolean;
  className?: string;
}

export function Video({ stream, label, isOwn = false, className = '' }: VideoProps) {
  const ref = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.srcObject = stream;
  }, [stream]);
  return (
    <video
      ref={ref}
      autoPlay
      playsInline
      muted={isOwn}
      aria-label={label}
      className={`size-full object-cover ${isOwn ? '-scale-x-100' : ''} ${className}`}
    />
  );
}
